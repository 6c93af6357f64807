/** Routes of integrations. */
export function integrationRoutes(): void {}
