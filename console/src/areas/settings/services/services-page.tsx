import { type ServiceKind, serviceKinds, services as kinds } from '@vermilion/contract/services/kinds'
import { type Service, serviceEndpoints } from '@vermilion/contract/services'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import Button from 'antd/es/button'
import { useState } from 'react'
import { useText } from '#lib/i18n.ts'
import { read } from '#lib/query.ts'
import { Lines } from '#ui/clipboard/copyable-lines.tsx'
import { Panel } from '#ui/page/page.tsx'
import { Bone, ProblemState } from '#ui/feedback/states.tsx'
import { FileStorage } from './file-storage.tsx'
import { ServiceRow } from './service-row.tsx'
import { serviceText } from './service-text.ts'
import { environmentLines } from './service-words.ts'
import rows from '#ui/list/named-rows.module.css'
import styles from './services.module.css'
import { ServiceDrawer } from './service-drawer.tsx'

export function ServicesPage() {
  const t = useText(serviceText)
  const services = useQuery(read(serviceEndpoints.listServices, {}))
  const requestedService = useSearch({ from: '/shell/settings/services', select: ({ setUp }) => setUp })
  const setUp = serviceKinds.find((kind) => kind === requestedService)
  const navigate = useNavigate()
  const [editing, setEditing] = useState<Service | null>(null)
  const open = (kind: ServiceKind | undefined) =>
    void navigate({ to: '/settings/services', search: kind === undefined ? {} : { setUp: kind }, replace: true })
  if (services.data === undefined && services.error !== null)
    return <ProblemState problem={services.error} onRetry={() => void services.refetch()} />
  const panelOf = (kind: ServiceKind) => (
    <KindPanel
      key={kind}
      kind={kind}
      services={services.data?.filter((service) => service.kind === kind)}
      onAdd={() => open(kind)}
      onEdit={setEditing}
    />
  )
  // Kinds that this version does not use are shown only to change or remove what is stored of them.
  const unused = serviceKinds.filter(
    (kind) => !kinds[kind].isCalled && services.data?.some((service) => service.kind === kind),
  )
  return (
    <>
      <FileStorage />
      <p className="text-secondary margin-bottom-16">{t('words')}</p>
      {serviceKinds.filter((kind) => kinds[kind].isCalled).map(panelOf)}
      {unused.length > 0 && (
        <h2 className="title" style={{ margin: '28px 0 12px' }}>
          {t('uncalled')}
        </h2>
      )}
      {unused.map(panelOf)}
      {setUp !== undefined && <ServiceDrawer kind={setUp} onClose={() => open(undefined)} />}
      {editing !== null && <ServiceDrawer kind={editing.kind} service={editing} onClose={() => setEditing(null)} />}
    </>
  )
}

interface KindPanelProps {
  kind: ServiceKind
  services: readonly Service[] | undefined
  onAdd: () => void
  onEdit: (service: Service) => void
}

function KindPanel({ kind, services, onAdd, onEdit }: KindPanelProps) {
  const t = useText(serviceText)
  const isEmpty = services?.length === 0
  const add = (
    <Button onClick={onAdd} aria-label={t(isEmpty ? 'setUpNamed' : 'addNamed', { kind: t(kind) })}>
      {t(isEmpty ? 'setUp' : 'add')}
    </Button>
  )
  const isRoom = kinds[kind].isCalled && (kinds[kind].several || isEmpty)
  return (
    <Panel title={t(kind)} extra={services !== undefined && isRoom && add}>
      <p className={`${styles['panelWords']} text-secondary`}>{t(`${kind}For`)}</p>
      <p className="faint margin-top-4">{t(`${kind}Now`)}</p>
      {services === undefined && <Bone height={44} style={{ marginTop: 14 }} />}
      {services !== undefined && !isEmpty && (
        <ul className={`${rows['rows']} margin-top-14`}>
          {services.map((service) => (
            <ServiceRow key={service.id} service={service} onEdit={() => onEdit(service)} />
          ))}
        </ul>
      )}
      {isEmpty && (
        <details className={`${styles['byEnvironment']} margin-top-12`}>
          <summary className="fit-width text-secondary cursor-pointer">{t('byEnvironment')}</summary>
          <Lines lines={environmentLines(kind)} text={t('byEnvironmentWords')} />
        </details>
      )}
    </Panel>
  )
}
