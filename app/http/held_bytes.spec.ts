import { test } from '@japa/runner'
import { HeldBytes } from '#app/http/held_bytes'

test('who has taken longest is cut off once too much is held', ({ assert }) => {
  const cut: string[] = []
  const client = (name: string) => ({ destroy: () => cut.push(name) })
  const held = new HeldBytes(100)
  const [slow, quick, late] = [client('slow'), client('quick'), client('late')]
  held.add(slow, 30)
  held.add(quick, 60)
  held.remove(quick)
  held.add(late, 60)
  held.add(slow, 10)
  assert.isEmpty(cut)
  held.add(late, 1)
  assert.deepEqual(cut, ['slow'])
  held.add(late, 39)
  assert.deepEqual(cut, ['slow'])
  held.add(late, 1)
  assert.deepEqual(cut, ['slow', 'late'])
})
