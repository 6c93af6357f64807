import { SERVER_MEMBERS, moody } from './moods.js'

export default moody(SERVER_MEMBERS, {
  own: async (answer) => ({ answer, files: [] }),
  judge: () => [],
})
