import { assistEndpoints, type AssistModel } from '@vermilion/contract/assist/endpoints'
import { assistRoles, type AssistRole } from '@vermilion/contract/assist/catalogue'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useText } from '#lib/i18n.ts'
import { read } from '#lib/query.ts'
import { Bone, ProblemState } from '#ui/feedback/states.tsx'
import { Panel } from '#ui/page/page.tsx'
import rows from '#ui/list/named-rows.module.css'
import styles from './assist.module.css'
import { HubAddress } from './hub-address.tsx'
import { ModelRow } from './model-row.tsx'
import { text } from './text.ts'
import { BringDrawer } from './bring-drawer.tsx'

export function AssistPage() {
  const t = useText(text)
  const models = useQuery(read(assistEndpoints.listAssistModels, {}))
  const [bringing, setBringing] = useState<AssistModel | null>(null)
  if (models.data === undefined && models.error !== null)
    return <ProblemState problem={models.error} failure={t('failed')} onRetry={() => void models.refetch()} />
  return (
    <>
      <p className="margin-bottom-16 text-secondary">{t('words')}</p>
      {assistRoles.map((role) => (
        <RolePanel
          key={role}
          role={role}
          models={models.data?.filter((model) => model.role === role)}
          onBring={setBringing}
        />
      ))}
      <HubAddress />
      {bringing !== null && <BringDrawer model={bringing} onClose={() => setBringing(null)} />}
    </>
  )
}

interface RolePanelProps {
  role: AssistRole
  models: readonly AssistModel[] | undefined
  onBring: (model: AssistModel) => void
}

function RolePanel({ role, models, onBring }: RolePanelProps) {
  const t = useText(text)
  const isServed = models === undefined || models.some(({ isUsed }) => isUsed)
  return (
    <Panel title={t(role)}>
      <p className={`${styles['for']} text-secondary`}>{t(`${role}For`)}</p>
      {!isServed && <p className="faint margin-top-4">{t(`${role}Without`)}</p>}
      {models === undefined && <Bone height={44} style={{ marginTop: 14 }} />}
      {models !== undefined && (
        <ul className={`${rows['rows']} margin-top-14`}>
          {models.map((model) => (
            <ModelRow key={model.id} model={model} onBring={() => onBring(model)} />
          ))}
        </ul>
      )}
    </Panel>
  )
}
