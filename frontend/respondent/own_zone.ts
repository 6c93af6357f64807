import { momentText } from './moment.ts'

// The script of a page that has no other: its times are told in the zone of whoever reads it.
for (const time of document.querySelectorAll('time'))
  time.textContent = momentText(time.dateTime, document.documentElement.lang)
