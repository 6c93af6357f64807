/** Why there is no picture of the camera; each is said in words of its own (`camera.<trouble>`). */
export type Trouble = 'refused' | 'absent' | 'busy'

/** Which camera is wanted: the side of a telephone it looks from, or this very one. */
export type Wanted = { side: 'environment' | 'user' } | { device: string }

/** The best that a camera has is asked for, up to this. */
const BEST = { width: { ideal: 4096 }, height: { ideal: 3072 } }

/** The picture of a camera; rejects with what `troubleOf` tells apart. */
export function openCamera(wanted: Wanted): Promise<MediaStream> {
  const which = 'side' in wanted ? { facingMode: wanted.side } : { deviceId: { exact: wanted.device } }
  return navigator.mediaDevices.getUserMedia({ video: { ...BEST, ...which }, audio: false })
}

/** Switches a camera off. */
export function closeCamera(stream: MediaStream | undefined): void {
  stream?.getTracks().forEach((track) => track.stop())
}

/**
 * The camera after this one, where there are several: of telephones, which may have many on one side, that of the other
 * side. It can be told only while one is on.
 */
export async function nextCamera(stream: MediaStream): Promise<Wanted | undefined> {
  const now = stream.getVideoTracks()[0]?.getSettings()
  const all = (await navigator.mediaDevices.enumerateDevices()).filter(({ kind }) => kind === 'videoinput')
  if (all.length < 2) return undefined
  if (now?.facingMode === 'user') return { side: 'environment' }
  if (now?.facingMode === 'environment') return { side: 'user' }
  const place = all.findIndex(({ deviceId }) => deviceId === now?.deviceId)
  return { device: all[(place + 1) % all.length]?.deviceId ?? '' }
}

/** Whether somebody sees themselves: as in a mirror, as they are used to. */
export function isMirror(stream: MediaStream): boolean {
  return stream.getVideoTracks()[0]?.getSettings().facingMode === 'user'
}

/** What an error of `openCamera` means (Media Capture and Streams, 10.2). */
export function troubleOf(error: unknown): Trouble {
  const name = error instanceof DOMException ? error.name : ''
  if (name === 'NotAllowedError' || name === 'SecurityError') return 'refused'
  return name === 'NotFoundError' || name === 'OverconstrainedError' ? 'absent' : 'busy'
}
