/** Limits at which something needs the operator's care. deploy/alerts.yml alerts at these, or later. */
export const limits = {
  diskShare: 0.1,
  diskBytes: 2e9,
  /** Share of the connections that the database gives to the application. */
  connectionShare: 0.9,
  serverSeenMinutes: 1.25,
  certificateDays: 14,
  /** Minutes beyond the interval at which backups are made. */
  backupLateMinutes: 120,
  jobFailedMinutes: 15,
  jobDueMinutes: 15,
  /** For an ERP whose link works; one that fails needs care at once. */
  orderWaitsMinutes: 15,
  /** For a mail server that works. */
  mailWaitsMinutes: 15,
  /**
   * If a working mail server refuses fewer mails than this for now, these are wrong addresses, which the
   * office sees.
   */
  refusedMails: 10,
}
