import type { HeldAccelerator } from '@vermilion/contract/monitoring/accelerators'

/** Null values are unknown to the driver. */
export type AcceleratorReading = Pick<
  HeldAccelerator,
  'index' | 'vendor' | 'name' | 'utilization' | 'memoryUsed' | 'memoryTotal' | 'temperature' | 'power' | 'powerLimit'
>
