import { test } from '@japa/runner'
import { block, OPTIONS } from '#tests/browser/respond/forms'
import { textBlock } from '#tests/functional/forms/factories'
import { HTML, publishedForm } from '#tests/functional/respond/answering'

const CSS = `
  body { --ground: #fef3c7; letter-spacing: 1px }
  .label { color: rgb(1, 2, 3); & .star { color: rgb(4, 5, 6) } }
  @media (min-width: 1px) { button.solid { text-transform: uppercase } }
  html[lang='en'][dir=ltr] > body h1 { letter-spacing: 3px }
  h1::after { content: "</style><script>document.title = 'taken'</script>" }
  .description { position: fixed; background: url(https://evil.example/a.png) }
  .help { background: image-set("https://evil.example/b.png" 1x); color: rgb(7, 8, 9) }
  @import "https://evil.example/c.css";
`

const blocks = [
  textBlock('name01', 'Name', { required: true, help: 'As in your passport' }),
  block('select', 'colour', 'Colour', { settings: { options: OPTIONS } }),
]

async function dressed(more: object = {}) {
  return publishedForm(blocks, {
    general: { title: 'Trip', description: 'In May.', language: 'en' },
    appearance: { theme: 'default', size: 'md', radius: 'small', accent: '#3B82F6', css: CSS },
    ...more,
  })
}

test.group('Custom CSS', () => {
  test('styles the form under the policy of its page, loads nothing and leaves its place to nothing', async ({
    assert,
    browser,
  }) => {
    const form = await dressed()
    const context = await browser.newContext()
    const page = await context.newPage()
    const asked: string[] = []
    const said: string[] = []
    page.on('request', (request) => asked.push(new URL(request.url()).hostname))
    page.on('console', (message) => said.push(message.text()))
    await page.goto(`http://${process.env.HOST}:${process.env.PORT}/forms/${form.slug}`)
    await page.locator('html[data-live]').waitFor({ state: 'attached' })
    const style = (part: string, property: string) =>
      page.evaluate<string>(`getComputedStyle(document.querySelector('${part}')).${property}`)
    assert.equal(await style('.label', 'color'), 'rgb(1, 2, 3)')
    assert.equal(await style('.star', 'color'), 'rgb(4, 5, 6)')
    assert.equal(await style('.help', 'color'), 'rgb(7, 8, 9)')
    assert.equal(await style('body', 'backgroundColor'), 'rgb(254, 243, 199)')
    assert.equal(await style('button.solid', 'textTransform'), 'uppercase')
    assert.equal(await style('h1', 'letterSpacing'), '3px')
    assert.equal(await style('.description', 'position'), 'static')
    // its ground is the same on every device, so what is written on it is too
    const ink = await style('h1', 'color')
    await page.emulateMedia({ colorScheme: 'dark' })
    assert.equal(await style('h1', 'color'), ink)
    assert.equal(await page.title(), 'Trip')
    assert.deepEqual([...new Set(asked)], [process.env.HOST])
    assert.deepEqual(
      said.filter((line) => line.includes('Content Security Policy')),
      [],
    )
    await context.close()
  })

  test('no page that asks for a password carries it, nor the script’s data', async ({ assert }) => {
    const closed = await dressed({ password: 'a word for the door' })
    const asking = await closed.visitor.get(`/forms/${closed.slug}`, HTML)
    assert.notInclude(asking.text, 'letter-spacing:1px')
    const open = await dressed()
    const { text } = await open.visitor.get(`/forms/${open.slug}`, HTML)
    assert.equal(text.split('letter-spacing:1px').length, 2)
    assert.notInclude(text, 'evil.example')
  })

  test('moves nothing for people who asked for that, however it insists', async ({ assert, browser }) => {
    const css = `
      @keyframes turn { to { rotate: 1turn } }
      @layer mine {
        #b-name01 .label { animation: turn 5s infinite !important }
        #b-name01 .label:not(.x) { animation-timeline: scroll() !important }
      }
      #b-name01 .label { animation: turn 7s infinite !important; transition: all 3s !important }`
    const look = { theme: 'default', size: 'md', radius: 'small', accent: '#3B82F6', css }
    const form = await dressed({ appearance: look })
    const page = await browser.newPage()
    await page.goto(`http://${process.env.HOST}:${process.env.PORT}/forms/${form.slug}`)
    const motion = () =>
      page.evaluate<string[]>(`(() => {
        const { animationDuration, animationIterationCount, animationTimeline, transitionDuration } =
          getComputedStyle(document.querySelector('#b-name01 .label'))
        return [animationDuration, animationIterationCount, animationTimeline, transitionDuration]
      })()`)
    assert.deepEqual(await motion(), ['5s', 'infinite', 'scroll()', '3s'])
    await page.emulateMedia({ reducedMotion: 'reduce' })
    assert.deepEqual(await motion(), ['0.001s', '1', 'auto', '0s'])
    await page.close()
  })
})
