/** What each step is drawn as, in a square of 24. */
export const ICONS: Readonly<Record<string, string>> = {
  star: 'm12 3 3 6 6 1-4 5 1 6-6-3-6 3 1-6-4-5 6-1z',
  heart: 'M12 20Q3 14 3 9a5 5 0 0 1 9-2 5 5 0 0 1 9 2q0 5-9 11z',
  thumb: 'M4 10h4v10H4zM8 11l3-7q3 0 3 5h4q3 0 2 3l-2 6q0 2-3 2H8z',
}
