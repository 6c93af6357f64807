import { steppedAnswer } from '@formwright/kit/stepped'
import type { Settings } from './field.ts'
import { stepsOf } from './steps.ts'

export default steppedAnswer<Settings>(stepsOf)
