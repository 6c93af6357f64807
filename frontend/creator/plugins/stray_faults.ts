import { tellable } from '../../../engine/faults.ts'

/** What the script of a part of a plugin is called (`scripts/plugins_for_vite.ts`). */
const PLACE = /\/plugin\.(fields|layout|integrations)\.([a-z][a-z0-9-]*)\.(\w+)-/

/**
 * Takes note of what a part of a plugin throws while nobody draws it: at a press, in a timer, in a promise that nobody waits
 * for. What is drawn goes on; it is told beside it, and to the doctor.
 */
export function takeStrayFaults(): void {
  window.addEventListener('error', ({ error, filename }) => note(error, filename))
  window.addEventListener('unhandledrejection', ({ reason }) => note(reason, ''))
}

function note(error: unknown, file: string): void {
  const [, family, kind = '', part = ''] = PLACE.exec(`${tellable(error).stack} ${file}`) ?? []
  if (family !== 'fields' && family !== 'layout' && family !== 'integrations') return
  // whoever draws a part of a plugin has loaded that already, and a first page needs none of it
  void import('./report_stray_fault.ts').then(({ reportStrayFault }) =>
    reportStrayFault({ family, kind, part, error }),
  )
}
