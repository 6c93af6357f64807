import app from '@adonisjs/core/services/app'
import type { InferHashers } from '@adonisjs/core/types'
import { defineConfig, drivers } from '@adonisjs/core/hash'

const hashConfig = defineConfig({
  default: 'scrypt',
  list: {
    // 32 MB for each password; cheap in tests, which make hundreds of people
    scrypt: drivers.scrypt({
      cost: app.inTest ? 1024 : 32768,
      blockSize: 8,
      parallelization: app.inTest ? 1 : 3,
      maxMemory: 64 * 1024 * 1024,
    }),
  },
})

export default hashConfig

declare module '@adonisjs/core/types' {
  export interface HashersList extends InferHashers<typeof hashConfig> {}
}
