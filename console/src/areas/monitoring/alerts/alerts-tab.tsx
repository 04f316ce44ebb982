import { useText } from '#lib/i18n.ts'
import { AlertHistory } from './alert-history.tsx'
import styles from './alerts.module.css'
import { DeliveryPanel } from './delivery-panel.tsx'
import { RulePanel } from './rule-panel.tsx'
import { SilencePanel } from './silence-panel.tsx'
import { alertText } from './text.ts'

/** All alerts, what silences them, the rules they are made by, and the messages about them. */
export function AlertsTab() {
  const t = useText(alertText)
  return (
    <div className={styles['panels']} aria-label={t('title')} role="group">
      <AlertHistory />
      <SilencePanel />
      <RulePanel />
      <DeliveryPanel />
    </div>
  )
}
