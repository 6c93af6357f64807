/** What everybody in the process works with. */
const SHARED: Readonly<Record<string, object>> = {
  ...{ Array, 'Array.prototype': Array.prototype },
  ...{ Object, 'Object.prototype': Object.prototype },
  ...{ 'Function.prototype': Function.prototype, 'Error.prototype': Error.prototype },
  ...{ 'String.prototype': String.prototype, 'RegExp.prototype': RegExp.prototype },
  ...{ Number, 'Number.prototype': Number.prototype, Math, JSON, Reflect },
  ...{ Promise, 'Promise.prototype': Promise.prototype },
  ...{ Date, 'Date.prototype': Date.prototype, Intl },
  ...{ 'Map.prototype': Map.prototype, 'Set.prototype': Set.prototype },
}

/**
 * Remembers the language's own objects as they are. What is answered puts back whatever was changed in them since, and says
 * what that is: `Array.prototype.map`. A library that adds what an older engine lacks changes nothing.
 */
export function keepIntrinsics(): () => string[] {
  const kept = Object.entries(SHARED).map(([name, object]) => ({
    name,
    object,
    members: Object.entries(Object.getOwnPropertyDescriptors(object)),
  }))
  return () =>
    kept.flatMap(({ name, object, members }) =>
      members.flatMap(([member, was]) => {
        const is = Object.getOwnPropertyDescriptor(object, member)
        if (is && Object.is(is.value, was.value) && is.get === was.get && is.set === was.set) return []
        Object.defineProperty(object, member, was)
        return `${name}.${member}`
      }),
    )
}
