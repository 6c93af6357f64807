import { Announcement } from '#app/workspaces/announcement'

/** A workspace has a mail server that works: what waits for one may go. */
export const mailWorks = new Announcement()
