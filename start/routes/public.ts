/** Routes anyone may call. */
export function publicRoutes(): void {}
