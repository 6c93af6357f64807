/**
 * What the page does where scripts run: a field that narrows it to what is looked for, and buttons that copy. Without
 * it the page says all the same.
 */
export const SCRIPT = `
const field = document.querySelector('#search')
const parts = [...document.querySelectorAll('[data-words]')]
const told = document.querySelector('#found')
const narrow = () => {
  const words = field.value.toLowerCase().split(/\\s+/).filter(Boolean)
  let found = 0
  for (const part of parts) {
    const fits = words.every((word) => part.dataset.words.includes(word))
    part.hidden = !fits
    if (fits && part.localName === 'article') found++
  }
  for (const group of document.querySelectorAll('[data-group]'))
    group.hidden = words.length > 0 && !group.querySelector('[data-words]:not([hidden])')
  told.textContent = words.length === 0 ? '' : found === 1 ? '1 found' : found + ' found'
}
field.parentElement.hidden = false
field.addEventListener('input', narrow)
addEventListener('keydown', (event) => {
  if (event.target === field && event.key === 'Escape') { field.value = ''; narrow() }
  if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || event.target === field) return
  event.preventDefault()
  document.querySelector('#contents').open = true
  field.focus()
})
addEventListener('hashchange', () => {
  const target = document.getElementById(decodeURIComponent(location.hash.slice(1)))
  if (!target?.closest('[hidden]')) return
  field.value = ''
  narrow()
  target.scrollIntoView()
})
const contents = document.querySelector('#contents')
const wide = matchMedia('(min-width: 1000px)')
const fold = () => { contents.open = wide.matches }
wide.addEventListener('change', fold)
fold()
contents.addEventListener('click', (event) => { if (event.target.closest('a') && !wide.matches) contents.open = false })
for (const shown of document.querySelectorAll('pre')) {
  const button = document.createElement('button')
  const say = (text) => {
    button.textContent = text
    button.setAttribute('aria-label', text + ': ' + shown.getAttribute('aria-label'))
  }
  button.type = 'button'
  say('Copy')
  button.addEventListener('click', async () => {
    let copied = true
    try { await navigator.clipboard.writeText(shown.textContent) } catch {
      getSelection().selectAllChildren(shown)
      copied = document.execCommand('copy')
    }
    say(copied ? 'Copied' : 'Press Ctrl+C')
    told.textContent = copied ? 'Copied' : ''
    setTimeout(say, 2000, 'Copy')
  })
  shown.before(button)
}
`
