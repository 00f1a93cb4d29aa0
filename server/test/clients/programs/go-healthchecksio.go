// Uses the library go-healthchecksio as the Terraform provider does. Prints one line for each answer.
package main

import (
	"fmt"
	"os"

	hc "github.com/kristofferahl/go-healthchecksio/v2"
)

func must[T any](value T, err error) T {
	if err != nil {
		fmt.Println(err)
		os.Exit(1)
	}
	return value
}

func main() {
	client := hc.NewClient(os.Getenv("API_KEY"))
	client.BaseURL = os.Getenv("BASE") + "/api/v1"
	check := hc.Healthcheck{Name: "go job", Tags: "db prod", Schedule: "0 2 * * *", Timezone: "UTC", Grace: 600}
	created := must(client.Create(check))
	fmt.Println("created", created.Name, created.Schedule)
	check.Name = "go job 2"
	fmt.Println("changed", must(client.Update(created.ID(), check)).Name)
	fmt.Println("listed", len(must(client.GetAll())))
	fmt.Println("channels", len(must(client.GetAllChannels())))
	fmt.Println("paused", must(client.Pause(created.ID())).Status)
	fmt.Println("deleted", must(client.Delete(created.ID())).Name)
}
