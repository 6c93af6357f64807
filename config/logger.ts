import app from '@adonisjs/core/services/app'
import { defineConfig, stdSerializers, targets } from '@adonisjs/core/logger'
import env from '#start/env'

/**
 * What is written of an error: its type, code, message and stack (with those of its causes) and of the errors it gathers.
 * Whatever else hangs on it stays out: errors of the database carry values of rows and the whole connection.
 */
function written(error: Error): object {
  const { type, code, message, stack, aggregateErrors } = stdSerializers.err(error)
  return {
    type,
    code,
    message,
    stack,
    errors: aggregateErrors?.map((inner: { raw: Error }) => written(inner.raw)),
  }
}

const loggerConfig = defineConfig({
  default: 'app',
  loggers: {
    app: {
      enabled: true,
      name: 'formwright',
      level: env.get('LOG_LEVEL', app.inTest ? 'warn' : 'info'),
      serializers: { err: written },
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
