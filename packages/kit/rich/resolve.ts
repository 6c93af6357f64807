/** What a reference shows; without one its address stays as it is written, `{address}`. */
export type Resolve = (address: string) => string

/** An address as a text shows it that nobody filled in. */
export function braces(address: string): string {
  return `{${address}}`
}

/** The name under which a response resolves a reference of the rich text `name`; its address is a number in a browser. */
export function pipedName(name: string, address: string): string {
  return `${name}:${address}`
}

/** What the references of the rich text `name` bring, from the texts a layout block is given. */
export function piped(texts: Readonly<Record<string, string>>, name: string): Resolve {
  return (address) => texts[pipedName(name, address)] ?? braces(address)
}
