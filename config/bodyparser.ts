import { defineConfig } from '@adonisjs/core/bodyparser'

/** Creator routes take JSON only; routes that take files stream them themselves. */
export default defineConfig({
  allowedMethods: ['POST', 'PUT', 'PATCH', 'DELETE'],
  form: { types: [] },
  raw: { types: [] },
  json: {
    types: ['application/json'],
    limit: '4mb',
    strict: true,
    convertEmptyStringsToNull: false,
    trimWhitespaces: false,
  },
  multipart: { types: [], autoProcess: false },
})
