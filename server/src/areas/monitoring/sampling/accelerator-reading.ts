import type { HeldAccelerator } from '@vermilion/contract/monitoring/accelerators'

/** What an accelerator is and does now. Null where its driver cannot tell. */
export type AcceleratorReading = Pick<
  HeldAccelerator,
  'index' | 'vendor' | 'name' | 'utilization' | 'memoryUsed' | 'memoryTotal' | 'temperature' | 'power' | 'powerLimit'
>
