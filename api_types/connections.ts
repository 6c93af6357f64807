/** A service that connections can be made to. */
export interface ConnectionService {
  /** the folder of its plugin */
  kind: string
  /** `oauth`: people agree at the service; `token`: they enter what the service gave them */
  by: 'oauth' | 'token'
  /** false where the operator has not registered this server there */
  configured: boolean
  /** of OAuth: where the service sends people back to, and what the operator sets */
  callback?: string
  /** what its operator has to set, by the names of the environment */
  settings?: readonly string[]
  /** what its plugin failed in on the last day, in a sentence; null when all is well */
  fault: string | null
}

/** An integration that uses a connection. */
export interface ConnectionUse {
  /** of the integration */
  id: string
  /** of the integration */
  name: string
  /** the integration's service */
  kind: string
  /** the form's slug and title */
  form: string
  /** the form it is of */
  form_title: string
}

/** A credential of a workspace at a service, without anything of the credential. */
export interface Connection {
  /** names it in paths and settings */
  id: string
  /** its service, see `services` */
  service: string
  /** false when its plugin is not installed any more */
  known: boolean
  /** whose account it is, in the service's words */
  account: string
  /** since when the service does not accept it any more; null while it does */
  lost: {
    /** when that was noticed */
    at: string
    /** why, where the service said so */
    reason: string | null
  } | null
  /** true where it was stored with another key than the server has now: to be connected again, or the key put back */
  unread: boolean
  /** when somebody connected it last */
  connected_at: string
  /** the integrations that work with it */
  used_by: readonly ConnectionUse[]
}

/** What there is, and what can be. */
export interface Connections {
  /** what can be connected */
  services: readonly ConnectionService[]
  /** what is connected */
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
