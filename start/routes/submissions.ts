/** Routes of submissions. */
export function submissionRoutes(): void {}
