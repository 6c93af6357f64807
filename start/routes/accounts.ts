/** Routes of accounts. */
export function accountRoutes(): void {}
