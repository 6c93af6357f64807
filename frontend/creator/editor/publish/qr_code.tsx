import { useQuery } from '@tanstack/react-query'
import classes from './publish.module.css'

const QUIET = 2

/** A link as a QR code, drawn as one path. Its code is loaded when it is shown. */
export function QrCode(props: { link: string }) {
  const { data } = useQuery({
    queryKey: ['qr', props.link],
    staleTime: Infinity,
    queryFn: async () => {
      const { create } = await import('qrcode')
      const { modules } = create(props.link, { errorCorrectionLevel: 'M' })
      const dots: string[] = []
      for (let y = 0; y < modules.size; y += 1) {
        for (let x = 0; x < modules.size; x += 1) if (modules.get(y, x)) dots.push(`M${x} ${y}h1v1h-1z`)
      }
      return { size: modules.size, path: dots.join('') }
    },
  })
  if (!data) return <div className={classes.qr} />
  const side = data.size + 2 * QUIET
  return (
    <svg
      className={classes.qr}
      viewBox={`${-QUIET} ${-QUIET} ${side} ${side}`}
      role="img"
      aria-label={`QR code of ${props.link}`}
    >
      <path d={data.path} fill="#000" shapeRendering="crispEdges" />
    </svg>
  )
}
