import { useState } from 'react'
import { useText } from '#lib/i18n.ts'
import { lazyPart } from '#lib/loading/lazy-part.tsx'
import { Panel } from '#ui/page/page.tsx'
import { aboutText } from './about-text.ts'

const PackageList = lazyPart(async () => (await import('./package-list.tsx')).PackageList)

/** The product's license and, on demand, those of its packages. */
export function Licences() {
  const t = useText(aboutText)
  const [isOpen, setShown] = useState(false)
  return (
    <Panel
      title={t('licences')}
      extra={
        <a href={new URL('third-party-licences.txt', document.baseURI).href} target="_blank" rel="noreferrer">
          {t('texts')}
        </a>
      }
    >
      <p className="text-secondary">{t('own')}</p>
      <details onToggle={({ currentTarget }) => setShown(currentTarget.open)} className="margin-top-8">
        <summary className="fit-width text-secondary cursor-pointer">{t('show')}</summary>
        {isOpen && <PackageList />}
      </details>
    </Panel>
  )
}
