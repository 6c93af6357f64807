/** A patch of a colour. Drawn, since a page takes no styles of elements. */
export default function Swatch({ color }: { color: string }) {
  return (
    <svg className="fw-swatch" width="24" height="24" aria-hidden="true">
      <rect x=".5" y=".5" width="23" height="23" rx="6" fill={color} stroke="#808080" />
    </svg>
  )
}
