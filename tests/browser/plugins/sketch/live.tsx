import { lazy, memo, Suspense, useRef, useState } from 'react'
import SignatureCanvas from 'react-signature-canvas'
import type { LiveProps } from '@formwright/kit/control'
import type { Settings } from './field.ts'
import './live.css'

const Said = memo(function Said({ text }: { text: string }) {
  return <output aria-label="So far">{text.slice(0, 30)}</output>
})
const Later = lazy(() => Promise.resolve({ default: () => <span>Any library of React works here.</span> }))

/** A class component from a CommonJS package, with what only the whole of React has. */
export default function LiveSketch({ id, raw, set }: LiveProps<Settings, string, string>) {
  const [changes, setChanges] = useState(0)
  const canvas = useRef<SignatureCanvas>(null)
  if (raw === 'break') throw new Error('A sketch that breaks.')
  return (
    <div className="sketch-live" id={id} tabIndex={-1}>
      <SignatureCanvas
        ref={canvas}
        canvasProps={{ width: 300, height: 120, 'aria-label': 'Drawing' }}
        onEnd={() => set(canvas.current?.toDataURL() ?? '')}
      />
      <Said text={raw ?? ''} />
      <input
        aria-label="In words"
        value={raw ?? ''}
        onChange={(event) => {
          setChanges(changes + 1)
          set(event.currentTarget.value)
        }}
      />
      <output aria-label="Changes">{changes}</output>
      <Suspense fallback={null}>
        <Later />
      </Suspense>
    </div>
  )
}
