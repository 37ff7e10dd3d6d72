/** One value in this tab's session storage. Where storage is refused, nothing is kept and nothing breaks. */
export function sessionStore<Value>(key: string) {
  return {
    read(): Value | undefined {
      try {
        return (JSON.parse(sessionStorage.getItem(key) ?? 'null') as Value | null) ?? undefined;
      } catch {
        return undefined;
      }
    },
    write(value: Value) {
      try {
        sessionStorage.setItem(key, JSON.stringify(value));
      } catch {}
    },
    clear() {
      try {
        sessionStorage.removeItem(key);
      } catch {}
    },
  };
}
