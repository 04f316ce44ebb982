/** Event files of the original writers: simple values with a text and a NaN, and TensorFlow 2 tensors. */
export const eventFiles = {
  simple: Buffer.from(
    [
      'GAAAAAAAAACjf0siCQCqMrnFwNpBGg1icmFpbi5FdmVudDoyPRt2xCAAAAAAAAAAKe2pUAkAAEBA/FTZQRAKKhMKEQoKdHJhaW4v',
      'bG9zcxUAAIA/IPfL/SAAAAAAAAAAKe2pUAkAAIBA/FTZQRAUKhMKEQoKdHJhaW4vbG9zcxUAAAA/8c1sISAAAAAAAAAAKe2pUAkA',
      'AMBA/FTZQRAeKhMKEQoKdHJhaW4vbG9zcxWrqqo+CoAV8CAAAAAAAAAAKe2pUAkAAABB/FTZQRAoKhMKEQoKdHJhaW4vbG9zcxUA',
      'AIA+FLXeYh0AAAAAAAAAYC/fIwkAAEBA/FTZQRAKKhAKDgoHdmFsL25hbhUAAMB/3b5lAD0AAAAAAAAAYEnx7AkAAEBA/FTZQRAB',
      'KjAKLgoRbm90ZS90ZXh0X3N1bW1hcnlCDwgHEgQSAggBQgVoZWxsb0oICgYKBHRleHTvBdl+',
    ].join(''),
    'base64',
  ),
  tensors: Buffer.from(
    [
      'SAAAAAAAAAD+kkidCWabNrnFwNpBGg1icmFpbi5FdmVudDoyUi4KLHRlbnNvcmJvYXJkLnN1bW1hcnkud3JpdGVyLmV2ZW50X2Zp',
      'bGVfd3JpdGVyGO4gXSUAAAAAAAAA6rw28wkAAABZ/FTZQSoaChgKCmVwb2NoX2xvc3NCCggBEgAqBAAAAD9o/WzXKAAAAAAAAAD/',
      'cBZKCQAAAFn8VNlBKh0KGwoJZXBvY2hfYWNjQg4IAhIAMggAAAAAAADQP1tiCn0nAAAAAAAAALvhsUYJAABAWfxU2UEQASoaChgK',
      'CmVwb2NoX2xvc3NCCggBEgAqBAAAwD8B+/rxKgAAAAAAAACujZH1CQAAQFn8VNlBEAEqHQobCgllcG9jaF9hY2NCDggCEgAyCAAA',
      'AAAAANA/R5R5QA==',
    ].join(''),
    'base64',
  ),
} as const
