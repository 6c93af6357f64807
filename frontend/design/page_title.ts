import { useEffect } from 'react'

/** Sets the document's title: the page's own, followed by the product's name. */
export function usePageTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · Formwright`
  }, [title])
}
