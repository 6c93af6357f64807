/** Routes of workspaces. */
export function workspaceRoutes(): void {}
