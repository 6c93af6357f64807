/** Routes of forms. */
export function formRoutes(): void {}
