import { useState } from 'react'
import { useText } from '#lib/i18n.ts'
import { Panel } from '#ui/page/page.tsx'
import { aboutText } from './about-text.ts'
import { PackageList } from './package-list.tsx'

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
