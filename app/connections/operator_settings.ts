import env from '#start/env'

/** What the operator said about a service. */
export interface OperatorSettings {
  clientId: string
  clientSecret: string
  /** stands in for the service's own origins: a proxy, or a stand-in */
  origin: string | undefined
}

/** Names of the settings of a service, as operators write them. */
export function settingNames(service: string) {
  const prefix = service.toUpperCase().replaceAll('-', '_')
  return { id: `${prefix}_CLIENT_ID`, secret: `${prefix}_CLIENT_SECRET`, origin: `${prefix}_URL` }
}

/** The settings of a service; empty where they are not set. */
export function operatorSettings(service: string): OperatorSettings {
  const names = settingNames(service)
  const origin = env.get(names.origin, '')
  return {
    clientId: env.get(names.id, ''),
    clientSecret: env.get(names.secret, ''),
    origin: origin === '' ? undefined : new URL(origin).origin,
  }
}

/** Whether people can be sent to the service. */
export function isConfigured(service: string): boolean {
  const { clientId, clientSecret } = operatorSettings(service)
  return clientId !== '' && clientSecret !== ''
}

/** An address of a service as it is called: at the operator's origin, where one is set. */
export function addressAt(service: string, address: string): string {
  const { origin } = operatorSettings(service)
  if (origin === undefined) return address
  const { pathname, search } = new URL(address)
  return `${origin}${pathname}${search}`
}

/** Where a service sends people back to: what the operator registers there. `own` is how this server was reached. */
export function callbackAddress(service: string, own: string): string {
  return new URL(`/settings/connections/callback/${service}`, env.get('APP_URL', '') || own).href
}
