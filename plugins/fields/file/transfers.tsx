import type { FileReference } from '@formwright/kit/answer'
import type { ControlProps } from '@formwright/kit/control'
import type { Problem } from '@formwright/kit/problem'
import type { Raw, Unsent } from './answer.ts'
import type { Settings } from './field.ts'

/** A file that this page still has at hand. */
export interface Transfer {
  file: File
  /** how much of it was sent; absent while it is not under way */
  share?: number
  /** why it is not under way any more */
  error?: string
  stop: AbortController
}

/** What the control was drawn with last. */
export interface Held extends Pick<
  ControlProps<Settings, FileReference[], Raw>,
  'block' | 'set' | 'upload' | 't'
> {
  raw: Raw
  draw(): void
  /** told when a row is about to become that of a stored file */
  arrives(row: number): void
  /** what is wrong with a file */
  judge(file: FileReference): readonly Problem[]
}

/**
 * Sends chosen files at once. Until the server has a file the answer says that it is not sent, so that the form is not
 * sent without it unless the person takes it back; also after a reload, which takes the file from the page's hands.
 */
export class Transfers {
  readonly byKey = new Map<string, Transfer>()
  /** what the server has and this page still has at hand, by the id of the reference */
  readonly sent = new Map<string, File>()
  /** what was chosen and waits for the part of it that is to be sent, by the key of its row */
  readonly uncut = new Map<string, File>()
  /** the control that had the focus when it was about to be drawn: what is hidden or goes by that has none any more */
  focused: Element | null | undefined
  #held: Held

  constructor(held: Held) {
    this.#held = held
  }

  hold(held: Held): void {
    this.#held = held
    this.focused = document.activeElement?.closest('.fw-file')
  }

  /** Takes what was chosen: at once, or as soon as pictures are cropped. */
  take(files: readonly File[]): void {
    const { block, raw, t } = this.#held
    if (block.settings.crop === 'off') return this.#start(files)
    const rows = files.map((file) => unsent(file.name, t('unfinished')))
    rows.forEach(({ key }, index) => {
      const file = files[index]
      if (!file) return
      this.uncut.set(key, file)
      // until then it counts as under way
      this.byKey.set(key, { file, share: 0, stop: new AbortController() })
    })
    this.#change([...raw, ...rows])
  }

  /** Goes on with what waited, each as it is to be sent. */
  cut(files: readonly File[]): void {
    const waited = [...this.uncut.keys()]
    waited.forEach((key) => this.byKey.delete(key))
    this.uncut.clear()
    this.#change(this.#held.raw.filter((item) => !waited.includes(keyOf(item))))
    this.#start(files)
  }

  /** How many of what waits there is room for. */
  get most(): number {
    return this.#held.block.settings.maxCount === 1 ? 1 : this.#room() + this.uncut.size
  }

  /** Whether a file of this name and type may be sent. */
  takes = (written: { name: string; type: string }): boolean =>
    this.#held.judge({ id: '', size: 1, ...written }).length === 0

  #start(files: readonly File[]): void {
    const { block, t } = this.#held
    const { maxCount } = block.settings
    const names = new Set(files.map((file) => file.name))
    for (const item of this.#held.raw) {
      // Where one file is wanted, a new one takes the place of any other. A file that is chosen once more, after a
      // reload took it from the page, is the one that was not sent.
      if (!('id' in item) && (maxCount === 1 || (names.has(item.unsent) && !this.byKey.has(item.key))))
        this.drop(item)
    }
    const refused = files.map((file) => this.#refusal(file))
    const fit = files.filter((_, index) => refused[index] === undefined)
    const surplus = fit.splice(maxCount === 1 ? 1 : Math.max(0, this.#room()))
    const going = fit.map((file) => ({ file, item: unsent(file.name, t('unfinished')) }))
    this.#change([
      ...this.#held.raw,
      ...files.flatMap((file, index) => (refused[index] ? refusedAs(file.name, refused[index]) : [])),
      ...going.map(({ item }) => item),
      // However many there are, they are taken back at once.
      ...(surplus.length > 0
        ? [refusedAs(surplus.map((file) => file.name).join(', '), this.#tooMany())]
        : []),
    ])
    for (const { file, item } of going) this.#send(item.key, file)
  }

  again(key: string): void {
    const transfer = this.byKey.get(key)
    if (!transfer) return
    if (this.#held.block.settings.maxCount === 1 || this.#room() > 0) return this.#send(key, transfer.file)
    transfer.error = this.#tooMany()
    this.#held.draw()
  }

  drop(dropped: Raw[number]): void {
    const key = keyOf(dropped)
    this.byKey.get(key)?.stop.abort()
    this.byKey.delete(key)
    this.uncut.delete(key)
    this.sent.delete(key)
    this.#change(this.#held.raw.filter((item) => keyOf(item) !== key))
  }

  /** Nothing is sent any more. */
  stop(): void {
    this.byKey.forEach(({ stop }) => stop.abort())
  }

  #change(raw: Raw): void {
    this.#held = { ...this.#held, raw }
    this.#held.set(raw)
  }

  #room(): number {
    const { block, raw } = this.#held
    const here = raw.filter((item) => 'id' in item || this.byKey.get(item.key)?.share !== undefined)
    return block.settings.maxCount - here.length
  }

  #tooMany(): string {
    const { block, t } = this.#held
    const max = block.settings.maxCount
    return t('problem.too-many', { max, count: max })
  }

  #send(key: string, file: File): void {
    const stop = new AbortController()
    const transfer: Transfer = { file, share: 0, stop }
    this.byKey.set(key, transfer)
    this.#held.draw()
    const progress = (share: number) => {
      transfer.share = share
      this.#held.draw()
    }
    this.#held.upload?.(file, progress, stop.signal).then(
      (reference) => {
        if (stop.signal.aborted) return
        this.byKey.delete(key)
        const { raw, block } = this.#held
        if (block.settings.maxCount === 1) this.sent.clear()
        this.sent.set(reference.id, file)
        this.#held.arrives(raw.findIndex((item) => keyOf(item) === key))
        this.#change(
          block.settings.maxCount === 1
            ? [reference]
            : raw.map((item) => (keyOf(item) === key ? reference : item)),
        )
      },
      (reason: unknown) => {
        if (stop.signal.aborted) return
        if (reason instanceof Error && reason.cause === 'E_ANSWERS') {
          this.byKey.delete(key)
          const said = (item: Raw[number]) =>
            keyOf(item) === key ? { ...refusedAs(file.name, reason.message), key } : item
          return this.#change(this.#held.raw.map(said))
        }
        transfer.share = undefined
        transfer.error = reason instanceof Error ? reason.message : this.#held.t('failed')
        this.#held.draw()
      },
    )
  }

  /** Why a file is not even begun; absent where it may go. */
  #refusal({ name, size, type }: File): string | undefined {
    const { block, judge, t } = this.#held
    // Browsers know few types: without one the server judges by content.
    const judged = type || block.settings.accept.find((one) => !one.startsWith('.')) || '?'
    const [problem] = judge({ id: '', name, size, type: judged })
    return problem && t(`problem.${problem.code}.${problem.params?.reason}`, problem.params)
  }
}

const keyOf = (item: Raw[number]) => ('id' in item ? item.id : item.key)

/** Its key is a number that no other has, in this page or in the one before a reload. */
const unsent = (name: string, said: string): Unsent => ({ unsent: name, key: `${Math.random()}`, said })

/** What would be refused again however often it is sent. */
const refusedAs = (name: string, said: string): Unsent => ({ ...unsent(name, said), refused: true })
