import {
  createTheme,
  rem,
  type ButtonFactory,
  type CSSVariablesResolver,
  type MantineColorsTuple,
  type PartialVarsResolver,
} from '@mantine/core'

const accent: MantineColorsTuple = [
  '#eff6ff',
  '#dbeafe',
  '#bfdbfe',
  '#93c5fd',
  '#60a5fa',
  '#3b82f6',
  '#2563eb',
  '#1d4ed8',
  '#1e40af',
  '#1e3a8a',
]
const red: MantineColorsTuple = [
  '#fef2f2',
  '#fee2e2',
  '#fecaca',
  '#fca5a5',
  '#f87171',
  '#ef4444',
  '#dc2626',
  '#b91c1c',
  '#991b1b',
  '#7f1d1d',
]
const amber: MantineColorsTuple = [
  '#fffbeb',
  '#fef3c7',
  '#fde68a',
  '#fcd34d',
  '#fbbf24',
  '#d97706',
  '#b45309',
  '#92400e',
  '#78350f',
  '#451a03',
]
const green: MantineColorsTuple = [
  '#f0fdf4',
  '#dcfce7',
  '#bbf7d0',
  '#86efac',
  '#4ade80',
  '#16a34a',
  '#15803d',
  '#166534',
  '#14532d',
  '#052e16',
]
/** Cool. 4 is the border of controls: 3:1 against white; 5 and darker are text. */
const gray: MantineColorsTuple = [
  '#f8f9fb',
  '#f1f3f6',
  '#e5e8ed',
  '#d3d8e0',
  '#868e9c',
  '#5f6775',
  '#4b5563',
  '#374151',
  '#1f2937',
  '#111827',
]
/** Ground and text of the dark scheme. 4 is the border of controls: 3:1 against the ground. */
const dark: MantineColorsTuple = [
  '#e4e7ec',
  '#c4c9d2',
  '#a3aab6',
  '#8c94a2',
  '#626b7a',
  '#2d323c',
  '#1c1f26',
  '#121419',
  '#0d0f13',
  '#08090c',
]

/** No font is loaded: what the device has is there at once. */
const SANS =
  "-apple-system, BlinkMacSystemFont, 'Segoe UI Variable Text', 'Segoe UI', Roboto, 'Noto Sans', 'Liberation Sans', system-ui, sans-serif"

/** What opens over a page comes 4 px down as it appears. Nothing else moves. */
const COMES = {
  duration: 100,
  transition: {
    in: { opacity: 1, transform: 'translateY(0)' },
    out: { opacity: 0, transform: 'translateY(-4px)' },
    transitionProperty: 'opacity, transform',
  },
} as const
const AT_ONCE = { duration: 0 }

/** How a button looks that has no colour of its own, as colour belongs to the forms: the solid one is ink, the quiet one grey. */
const INK: Readonly<Record<string, Record<string, string>>> = {
  filled: {
    '--button-bg': 'var(--fw-solid)',
    '--button-hover': 'var(--fw-solid-hover)',
    '--button-color': 'var(--fw-on-solid)',
  },
  subtle: {
    '--button-hover': 'var(--fw-hover)',
    '--button-color': 'var(--mantine-color-text)',
  },
}
const inInk: PartialVarsResolver<ButtonFactory> = (_theme, { variant = 'filled', color }) => ({
  root: (color === undefined && INK[variant]) || {},
})

/**
 * Our tokens as a Mantine theme: spacing 8-12-16-24-32 (4 and 48 as numbers), radius 6 and 10, three weights, and sizes
 * 12/16, 13/18, 14/20, 16/24, 22/30.
 */
export const theme = createTheme({
  primaryColor: 'accent',
  primaryShade: { light: 6, dark: 4 },
  colors: { accent, blue: accent, red, amber, yellow: amber, green, gray, dark },
  black: '#14171c',
  respectReducedMotion: true,
  cursorType: 'pointer',
  activeClassName: '',
  defaultRadius: 'sm',
  radius: { xs: rem(4), sm: rem(6), md: rem(10), lg: rem(10), xl: rem(10) },
  spacing: { xs: rem(8), sm: rem(12), md: rem(16), lg: rem(24), xl: rem(32) },
  shadows: { md: 'var(--fw-float)', xl: 'var(--fw-float)' },
  fontFamily: SANS,
  fontFamilyMonospace: "ui-monospace, 'SF Mono', Menlo, Consolas, monospace",
  fontSizes: { xs: rem(12), sm: rem(13), md: rem(14), lg: rem(16), xl: rem(22) },
  lineHeights: { xs: '1.3333', sm: '1.3846', md: '1.4286', lg: '1.5', xl: '1.3636' },
  fontWeights: { regular: '400', medium: '500', bold: '600' },
  headings: {
    fontFamily: SANS,
    fontWeight: '600',
    sizes: {
      h1: { fontSize: rem(22), lineHeight: '1.3636' },
      h2: { fontSize: rem(16), lineHeight: '1.5' },
      h3: { fontSize: rem(14), lineHeight: '1.4286' },
      h4: { fontSize: rem(14), lineHeight: '1.4286' },
    },
  },
  components: {
    Button: { vars: inInk },
    Modal: {
      // a dialog's head is no banner of the page
      defaultProps: {
        centered: true,
        radius: 'md',
        transitionProps: COMES,
        attributes: { header: { role: 'presentation' } },
      },
      styles: {
        // what keys lead to is seen below the head, with its label and help
        content: { scrollPaddingTop: rem(112) },
        title: { fontSize: rem(16), fontWeight: 600, lineHeight: 1.5 },
      },
    },
    Alert: { styles: { root: { background: 'color-mix(in srgb, var(--alert-bg) 60%, transparent)' } } },
    Drawer: {
      defaultProps: { transitionProps: { duration: 160 }, attributes: { header: { role: 'presentation' } } },
      styles: { title: { fontSize: rem(16), fontWeight: 600, lineHeight: 1.5 } },
    },
    Popover: { defaultProps: { shadow: 'md', transitionProps: COMES } },
    Combobox: { defaultProps: { shadow: 'md', transitionProps: COMES } },
    // nearly all stand beside the page, and stay where they are while it is scrolled
    Select: { defaultProps: { comboboxProps: { floatingStrategy: 'fixed' } } },
    Menu: {
      defaultProps: {
        radius: 'sm',
        shadow: 'md',
        withInitialFocusPlaceholder: false,
        transitionProps: COMES,
        // nearly all hang from what stays where it is while the page is scrolled
        floatingStrategy: 'fixed',
        // and nobody could scroll to what of it would be below the window
        middlewares: { size: { padding: 5 } },
      },
      styles: { item: { padding: `${rem(6)} ${rem(10)}` }, dropdown: { overflowY: 'auto' } },
    },
    // what is typed runs as its own language does
    TextInput: { defaultProps: { attributes: { input: { dir: 'auto' } } } },
    Textarea: { defaultProps: { attributes: { input: { dir: 'auto' } } } },
    PasswordInput: { defaultProps: { visibilityToggleFocusable: true } },
    InputError: { defaultProps: { role: 'alert' } },
    SegmentedControl: {
      defaultProps: { transitionDuration: 0 },
      // as large as what is seen of it, which browsers then scroll to
      styles: { input: { inset: 0, margin: 0, width: '100%', height: '100%', pointerEvents: 'none' } },
    },
    Switch: { defaultProps: { withThumbIndicator: false } },
    Tooltip: { defaultProps: { openDelay: 300, transitionProps: AT_ONCE } },
    ActionIcon: { defaultProps: { variant: 'subtle', color: 'gray', size: 32 } },
    // the ring of a control that has the focus keeps away from its name
    // nothing is smaller than 12 px
    InputWrapper: {
      styles: {
        label: { marginBottom: rem(4) },
        description: { fontSize: rem(12), lineHeight: '1.3333' },
        error: { fontSize: rem(12), lineHeight: '1.3333' },
      },
    },
  },
})

/** What the theme alone does not give: colours of our own, and enough contrast. */
export const cssVariables: CSSVariablesResolver = () => ({
  variables: {
    '--fw-rail-width': rem(232),
    '--fw-state-draft': '#8a93a1',
    '--fw-state-published': '#16a34a',
    '--fw-state-changed': '#d97706',
    '--fw-state-closed': '#dc2626',
  },
  light: {
    '--mantine-color-dimmed': gray[5],
    '--mantine-color-placeholder': gray[5],
    '--mantine-color-error': red[7],
    '--mantine-color-default-border': gray[3],
    '--mantine-color-gray-text': gray[6],
    '--mantine-color-gray-light-color': gray[7],
    '--mantine-color-green-light-color': green[7],
    '--mantine-color-amber-light-color': amber[7],
    '--mantine-color-red-light-color': red[7],
    '--fw-solid': '#1b1f26',
    '--fw-solid-hover': '#2d323c',
    '--fw-on-solid': '#ffffff',
    '--fw-on-accent': '#ffffff',
    '--fw-line': gray[2],
    '--fw-ground-quiet': gray[0],
    '--fw-ground-editor': gray[1],
    '--fw-hover': gray[1],
    '--fw-chip': gray[1],
    '--fw-selected': accent[0],
    '--fw-accent-text': accent[6],
    '--fw-float': '0 1px 2px #1013180f, 0 12px 32px -8px #1013182e',
    '--fw-float-line': 'transparent',
    '--fw-paper-shadow': '0 1px 3px #10131810, 0 12px 32px -16px #10131824',
    '--fw-scrim': '#10131847',
  },
  dark: {
    '--mantine-color-dimmed': dark[2],
    '--mantine-color-placeholder': dark[3],
    '--mantine-color-error': red[4],
    '--mantine-color-default-border': '#3a404b',
    '--mantine-color-gray-text': dark[1],
    '--mantine-color-gray-light': '#2a2e37',
    '--mantine-color-gray-light-color': dark[0],
    '--mantine-color-green-light': '#12301f',
    '--mantine-color-green-light-color': green[3],
    '--mantine-color-amber-light': '#38280c',
    '--mantine-color-amber-light-color': amber[3],
    '--mantine-color-red-light': '#3b1719',
    '--mantine-color-red-light-color': red[3],
    '--mantine-color-red-text': red[4],
    '--mantine-color-red-filled': red[6],
    '--mantine-color-red-filled-hover': red[7],
    '--mantine-color-green-filled': green[6],
    '--mantine-color-amber-filled': amber[6],
    '--fw-solid': '#eceef2',
    '--fw-solid-hover': '#ffffff',
    '--fw-on-solid': '#14171c',
    '--fw-on-accent': '#14171c',
    '--fw-line': dark[5],
    '--fw-ground-quiet': '#16191f',
    '--fw-ground-editor': dark[8],
    '--fw-hover': dark[6],
    '--fw-chip': '#242832',
    '--fw-selected': '#182544',
    '--fw-accent-text': accent[4],
    '--fw-float': '0 16px 40px #00000080',
    '--fw-float-line': dark[5],
    '--fw-paper-shadow': '0 0 0 1px #2d323c',
    '--fw-scrim': '#10131880',
  },
})
