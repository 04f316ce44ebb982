import { AlertHistory } from './alert-history.tsx'
import { DeliveryPanel } from './delivery-panel.tsx'
import { RulePanel } from './rule-panel.tsx'
import { SilencePanel } from './silence-panel.tsx'

/** All alerts, what silences them, the rules they are made by, and the messages about them. */
export function AlertsTab() {
  return (
    <>
      <AlertHistory />
      <SilencePanel />
      <RulePanel />
      <DeliveryPanel />
    </>
  )
}
