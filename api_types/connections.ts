/** A service that connections can be made to. */
export interface ConnectionService {
  kind: string
  by: 'oauth' | 'token'
  /** false where the operator has not registered this server there */
  configured: boolean
  /** of OAuth: where the service sends people back to, and what the operator sets */
  callback?: string
  settings?: readonly string[]
}

/** An integration that uses a connection. */
export interface ConnectionUse {
  id: string
  name: string
  kind: string
  /** the form's slug and title */
  form: string
  form_title: string
}

/** A credential of a workspace at a service, without anything of the credential. */
export interface Connection {
  id: string
  service: string
  /** false when its plugin is not installed any more */
  known: boolean
  account: string
  /** since when the service does not accept it any more */
  lost: { at: string; reason: string | null } | null
  connected_at: string
  used_by: readonly ConnectionUse[]
}

/** What there is, and what can be. */
export interface Connections {
  services: readonly ConnectionService[]
  connections: readonly Connection[]
}

/** Where somebody goes to connect. */
export interface ConnectionFlow {
  address: string
}

/** A connection that was just made; `popup` when that began in a window of its own. */
export interface Connected {
  id: string
  popup: boolean
}

/** A connection that is gone. */
export interface Disconnected {
  /** the service has confirmed that its access is, too */
  revoked: boolean
  /** its access stays at the service: another connection, perhaps of another workspace, is to the same account */
  shared: boolean
}
