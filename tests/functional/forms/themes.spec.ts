import { test } from '@japa/runner'
import type { Theme } from '#api_types/themes'
import { type Creator, newCreator } from '#tests/functional/visitor'

const LOOK = {
  theme: 'notion',
  size: 'lg',
  radius: 'full',
  accent: '#AA0000',
  ground: '#FFF7E6',
  uppercase: true,
}

interface Reply {
  data: Theme
  code: string
  message: string
  errors: Record<string, string[]>
}

const pathOf = ({ workspaceId }: Creator) => `/api/workspaces/${workspaceId}/themes`

test.group('Themes of a workspace', () => {
  test('a look is kept by name, renamed, changed, listed by name, and forgotten', async ({ assert }) => {
    const creator = await newCreator()
    const path = pathOf(creator)
    const made = await creator.visitor.post<Reply>(path, { name: ' Summer ', look: LOOK })
    assert.equal(made.status, 201)
    assert.deepInclude(made.body.data, { name: 'Summer', look: LOOK })
    const { id } = made.body.data
    await creator.visitor.post(path, { name: 'autumn', look: LOOK })
    const names = async () =>
      (await creator.visitor.get<{ data: Theme[] }>(path)).body.data.map(({ name }) => name)
    assert.deepEqual(await names(), ['autumn', 'Summer'])

    const renamed = await creator.visitor.patch<Reply>(`${path}/${id}`, { name: 'A brand' })
    assert.deepEqual(renamed.body.data, { id, name: 'A brand', look: LOOK })
    const look = { ...LOOK, accent: '#00AA00' }
    const changed = await creator.visitor.patch<Reply>(`${path}/${id}`, { look })
    assert.deepEqual(changed.body.data, { id, name: 'A brand', look })
    assert.deepEqual(await names(), ['A brand', 'autumn'])

    assert.equal((await creator.visitor.delete(`${path}/${id}`)).status, 204)
    assert.equal((await creator.visitor.delete(`${path}/${id}`)).status, 404)
    const gone = await creator.visitor.patch<{ code: string }>(`${path}/${id}`, { name: 'Gone' })
    assert.deepEqual([gone.status, gone.body.code], [404, 'E_NO_THEME'])
    assert.deepEqual(await names(), ['autumn'])
    for (const name of ['Theme 10', 'theme 2', 'Theme 1'])
      await creator.visitor.post(path, { name, look: LOOK })
    assert.deepEqual(await names(), ['autumn', 'Theme 1', 'theme 2', 'Theme 10'])
  })

  test('a name is given once in a workspace, whatever its capitals; its own it may keep', async ({
    assert,
  }) => {
    const [creator, other] = [await newCreator(), await newCreator()]
    const path = pathOf(creator)
    const { body } = await creator.visitor.post<Reply>(path, { name: 'Brand', look: LOOK })
    const twice = await Promise.all(
      ['Höhe', 'HÖHE'].map((name) => creator.visitor.post<Reply>(path, { name, look: LOOK })),
    )
    assert.sameMembers(
      twice.map(({ status }) => status),
      [201, 422],
    )
    const taken = await creator.visitor.post<Reply>(path, { name: 'BRAND', look: LOOK })
    assert.equal(taken.status, 422)
    assert.deepEqual(taken.body.errors.name, ['There is a theme called “BRAND”. Enter another name.'])
    const own = await creator.visitor.patch<Reply>(`${path}/${body.data.id}`, { name: 'brand' })
    assert.equal(own.body.data.name, 'brand')
    assert.equal((await other.visitor.post(pathOf(other), { name: 'Brand', look: LOOK })).status, 201)
  })

  test('what is no look is refused with its place')
    .with([
      [{ ...LOOK, accent: 'red' }, 'look.accent'],
      [{ ...LOOK, ground: '#12' }, 'look.ground'],
      [{ ...LOOK, logo: { picture: {} } }, 'look.logo'],
      [{ ...LOOK, size: undefined }, 'look.size'],
    ] as const)
    .run(async ({ assert }, [look, place]) => {
      const creator = await newCreator()
      const { status, body } = await creator.visitor.post<Reply>(pathOf(creator), { name: 'A', look })
      assert.equal(status, 422)
      assert.include(Object.keys(body.errors), place)
    })

  test('a workspace keeps a hundred', async ({ assert }) => {
    const creator = await newCreator()
    const path = pathOf(creator)
    for (let at = 0; at < 100; at++) await creator.visitor.post(path, { name: `Theme ${at}`, look: LOOK })
    const { status, body } = await creator.visitor.post<Reply>(path, { name: 'More', look: LOOK })
    assert.equal(status, 422)
    assert.equal(body.message, 'A workspace keeps up to 100 themes. Delete one first.')
  })
})
