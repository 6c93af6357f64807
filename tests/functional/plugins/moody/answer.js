import temperature from '../temperature/answer.js'
import { ANSWER_MEMBERS, moody } from './moods.js'

export default { ...temperature, ...moody(ANSWER_MEMBERS, temperature) }
