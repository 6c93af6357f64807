// What Zapier loads: the app, as `npm run build` compiled it, with the versions of this package.
import own from './package.json' with { type: 'json' }
import { app } from './dist/app.js'

export default { version: own.version, platformVersion: own.dependencies['zapier-platform-core'], ...app }
