/** The mail server of a workspace. Its password is never told. */
export interface MailSender {
  host: string
  port: number
  security: 'tls' | 'starttls' | 'none'
  username: string
  has_password: boolean
  /** true where that was stored with another key than the server has now: to be typed again, or the key put back */
  unread: boolean
  from_address: string
  from_name: string
  /** when a test mail last went out; null: nothing is sent by it yet */
  verified_at: string | null
}

/** Whether mail of a workspace goes out, or waits until somebody sends it. */
export interface MailSendingState {
  sends: boolean
}

/** Who sends the mail of a workspace. */
export interface MailSettings {
  /** the workspace's own server */
  own: MailSender | null
  /** the address that the instance sends from; null where the operator named no server */
  instance: string | null
}
