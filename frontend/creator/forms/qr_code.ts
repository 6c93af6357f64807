import { useQuery } from '@tanstack/react-query'

/** A text as a QR code: the address of an SVG picture, once it is drawn. */
export function useQrCode(text: string): string | undefined {
  const { data } = useQuery({
    queryKey: ['qr', text],
    staleTime: Infinity,
    queryFn: async () => {
      const { toString } = await import('qrcode')
      const svg = await toString(text, { type: 'svg', margin: 2, errorCorrectionLevel: 'M' })
      return `data:image/svg+xml;utf8,${encodeURIComponent(svg)}`
    },
  })
  return data
}
