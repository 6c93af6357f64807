const WORDS = { long: 'x'.repeat(1_000_000), endless: 'x'.repeat(10_000_000), nul: 'a\0b', half: 'a\ud83d' }

export default {
  fromForm: (entries) => entries['']?.[0] ?? '',
  toRaw: (answer) => answer,
  parse: (candidate) => ({ ...(candidate && { answer: String(candidate) }), problems: [] }),
  validate: () => [],
  toText: (answer) => WORDS[answer] ?? answer,
  values: (answer) => ({ '': answer }),
}
