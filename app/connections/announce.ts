import { Announcement } from '#app/workspaces/announcement'

/** Somebody of a workspace has connected: what waits for that connection may go. */
export const connected = new Announcement()
