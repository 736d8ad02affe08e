package apikeys

// largestFile is how long a file of keys can be, in bytes: some ten thousand keys.
const largestFile = 1 << 20

// renew takes the keys of a file that has changed into use. If it cannot be read, or something in it is wrong, the keys before it stay. Requests
// that come meanwhile are served by those as well.
func (k *Keys) renew() {
	if k.file == nil {
		return
	}
	k.file.LookLines(func(lines []line, err error) {
		if err != nil {
			k.logger.Error("the file of API keys cannot be used: those of before stay valid", "cause", err.Error())
			return
		}
		k.use(lines)
		k.logger.Info("the file of API keys has changed", "keys", len(lines))
	})
}
