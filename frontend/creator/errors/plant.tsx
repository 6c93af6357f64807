/** A plant in a pot, in outline. Decoration. */
export function Plant() {
  return (
    <svg
      width="96"
      height="120"
      viewBox="0 0 96 120"
      fill="none"
      stroke="currentColor"
      strokeWidth="2"
      aria-hidden
    >
      <path d="M24 78h48l-6 38H30z" strokeLinejoin="round" />
      <path d="M20 70h56v8H20z" strokeLinejoin="round" />
      <path d="M48 70V30" strokeLinecap="round" />
      <path d="M48 52C30 52 22 42 20 26c18 0 28 10 28 26z" strokeLinejoin="round" />
      <path d="M48 40c0-18 10-28 28-30 0 18-10 30-28 30z" strokeLinejoin="round" />
      <path d="M48 62c10-2 18-8 20-20-12 0-20 8-20 20z" strokeLinejoin="round" />
    </svg>
  )
}
