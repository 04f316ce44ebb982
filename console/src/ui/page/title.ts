import { useEffect } from 'react'

/** The document's title from the page to the product: `General · Settings · Vermilion`. */
export function useTitle(...parts: readonly string[]): void {
  const title = parts.join(' · ')
  useEffect(() => {
    document.title = title
  }, [title])
}
