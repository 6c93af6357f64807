/** What the creator's application asks before it shows something. Read by dotted path there, absent is off. */
export default {
  self_hosted: true,
  billing: { enabled: false },
  ai_features: false,
  custom_domains: false,
  services: { google: { auth: false } },
}
