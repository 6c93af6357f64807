export default {
  fromForm: (entries) => entries['']?.[0] ?? '',
  toRaw: (answer) => answer,
  parse: (candidate) => {
    return typeof candidate === 'string' && candidate !== ''
      ? { answer: candidate, problems: [] }
      : { problems: [] }
  },
  validate: () => [],
  toText: (answer) => answer,
  values: (answer) => ({ '': answer }),
}
