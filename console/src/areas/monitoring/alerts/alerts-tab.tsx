import { AlertHistory } from './alert-history.tsx'
import styles from './alerts.module.css'
import { DeliveryPanel } from './delivery-panel.tsx'
import { RulePanel } from './rule-panel.tsx'
import { SilencePanel } from './silence-panel.tsx'

export function AlertsTab() {
  return (
    <div className={styles['tab']}>
      <AlertHistory />
      <SilencePanel />
      <RulePanel />
      <DeliveryPanel />
    </div>
  )
}
