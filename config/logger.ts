import app from '@adonisjs/core/services/app'
import { defineConfig, targets } from '@adonisjs/core/logger'
import env from '#start/env'

const loggerConfig = defineConfig({
  default: 'app',
  loggers: {
    app: {
      enabled: true,
      name: 'formwright',
      level: env.get('LOG_LEVEL', app.inTest ? 'warn' : 'info'),
      // what must never be written down, wherever somebody logs a whole object
      redact: {
        paths: [
          'password',
          'token',
          'secret',
          'secrets',
          'answers',
          'raws',
          'body',
          'cookie',
          'authorization',
          'headers',
          '*.password',
          '*.token',
          '*.secret',
          '*.secrets',
          '*.answers',
          '*.body',
          '*.cookie',
          '*.authorization',
          '*.headers',
        ],
        censor: '[redacted]',
      },
      transport: {
        targets: targets()
          .push(targets.file({ destination: 1 }))
          .toArray(),
      },
    },
  },
})

export default loggerConfig
