import type { ServiceKind } from '@vermilion/contract/services/kinds'
import Button from 'antd/es/button'
import { useState } from 'react'
import { useText } from '#lib/i18n.ts'
import { NotConfigured } from '#ui/feedback/not-configured.tsx'
import { serviceText } from './service-text.ts'
import { environmentLines } from './service-words.ts'
import { lazyPart } from '#lib/loading/lazy-part.tsx'

const ServiceDrawer = lazyPart(async () => (await import('./service-drawer.tsx')).ServiceDrawer)

export function MissingService({ kind }: { kind: ServiceKind }) {
  const t = useText(serviceText)
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <NotConfigured
        title={t(kind)}
        text={t(`${kind}For`)}
        lines={{ title: t('byEnvironment'), text: t('byEnvironmentWords'), lines: environmentLines(kind) }}
      >
        <Button onClick={() => setOpen(true)} aria-label={t('setUpAndTestNamed', { kind: t(kind) })}>
          {t('setUpAndTest')}
        </Button>
      </NotConfigured>
      {isOpen && <ServiceDrawer kind={kind} onClose={() => setOpen(false)} />}
    </>
  )
}
